export declare function checkBoundaries(src: string): { files: number; problems: string[] }
export declare function checkTree(
  root: string,
  exceptions?: Record<'long' | 'full' | 'circles', Record<string, string>>,
): string[]
