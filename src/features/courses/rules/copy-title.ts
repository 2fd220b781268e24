/** The longest title of a course. */
const MOST = 200

/** What a copy is called until somebody calls it otherwise (BLD-023). */
export const copyTitle = (title: string): string => `${title.slice(0, MOST - ' copy'.length).trimEnd()} copy`
