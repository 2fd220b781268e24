export declare function failedTests(report: object): string[]
export declare function failedJourneys(report: object): string[]
export declare function unhandledErrors(errors: unknown): string[]
