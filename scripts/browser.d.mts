export declare function findBrowser(): string | undefined
export declare const howToGetOne: string
export declare const browserFlags: string[]
