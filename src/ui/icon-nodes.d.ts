// The package types only its main file, which imports every icon there is; single icons are imported by their own file.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  export const __iconNode: [tag: string, attributes: Record<string, string>][]
}
