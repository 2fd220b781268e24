export declare function checkBoundaries(src: string): { files: number; problems: string[] }
