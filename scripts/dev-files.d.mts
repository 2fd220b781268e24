export function isOfServer(name: string): boolean
