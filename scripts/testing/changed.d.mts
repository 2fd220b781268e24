export declare function changedFiles(root: string, since?: string): string[]
export declare function touchedTests(changed: readonly string[], files: ReadonlyMap<string, string>): 'all' | string[]
export declare function readFiles(root: string): Map<string, string>
