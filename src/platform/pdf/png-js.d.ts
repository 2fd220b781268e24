// What pdf.ts needs of the PNG reader inside the PDF library, which comes without types.
declare module 'png-js' {
  export default class PNG {
    width: number
    height: number
    pixelBitlength: number
    imgData: Uint8Array
    decodePixels(done: (pixels: Uint8Array) => void): void
  }
}
