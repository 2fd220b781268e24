/** A font of tables: what every reader of fonts takes. */
export const sfnt = (tables: ReadonlyMap<string, Buffer>, flavor = 0x0001_0000): Buffer => {
  const names = [...tables.keys()].sort()
  const head = Buffer.alloc(12 + 16 * names.length)
  head.writeUInt32BE(flavor, 0)
  head.writeUInt16BE(names.length, 4)
  const power = 2 ** Math.floor(Math.log2(names.length))
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE(names.length * 16 - power * 16, 10)
  const parts: Buffer[] = [head]
  let at = head.length
  names.forEach((name, index) => {
    const table = tables.get(name) ?? Buffer.alloc(0)
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
    let sum = 0
    for (let place = 0; place < padded.length; place += 4) sum = (sum + padded.readUInt32BE(place)) >>> 0
    head.write(name.padEnd(4), 12 + index * 16, 'latin1')
    head.writeUInt32BE(sum, 16 + index * 16)
    head.writeUInt32BE(at, 20 + index * 16)
    head.writeUInt32BE(table.length, 24 + index * 16)
    parts.push(padded)
    at += padded.length
  })
  return Buffer.concat(parts)
}
