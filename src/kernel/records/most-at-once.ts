/** As many records as one call changes or deletes; screens send more in several calls (CNT-044). */
export const MOST_AT_ONCE = 200
