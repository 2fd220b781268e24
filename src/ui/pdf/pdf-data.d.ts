declare module 'virtual:pdf-data' {
  /** Where pdf.js finds what it loads by name; ends with a slash. */
  const base: string
  export default base
}
