import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web site with pictures, which tells what it was asked for. */
export const startWebSite = async (pictures: Record<string, Buffer>) => {
  const server = http.createServer((request, response) => {
    const picture = pictures[request.url ?? '']
    if (picture) response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
