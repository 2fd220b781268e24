import net from 'node:net'

export type ReceivedMail = { from: string; to: string[]; source: string }

export type SmtpServer = {
  url: string
  received: ReceivedMail[]
  /** The answer to the next `RCPT TO` of an address, for instance `451 try again later`; used once. */
  refuse: (address: string, answer: string) => void
  /**
   * Leaves the next mail to an address without an answer once its content has arrived; used once. Such a mail is kept or
   * thrown away: a real server may do either with what it could not confirm.
   */
  hold: (address: string, isKept: boolean) => Promise<void>
  close: () => Promise<void>
}

/** A mail server on a free port of this machine that keeps what it is given: enough of RFC 5321 for one client. */
export const startSmtpServer = async (): Promise<SmtpServer> => {
  const received: ReceivedMail[] = []
  const refusals = new Map<string, string>()
  const holds = new Map<string, { isKept: boolean; arrived: () => void }>()
  const sockets = new Set<net.Socket>()

  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let mail: ReceivedMail = { from: '', to: [], source: '' }
    let isContent = false
    let waiting = ''
    const say = (line: string) => socket.write(`${line}\r\n`)

    const take = () => {
      const address = mail.to.find((to) => holds.has(to)) ?? ''
      const hold = holds.get(address)
      holds.delete(address)
      if (!hold || hold.isKept) received.push(mail)
      if (hold) hold.arrived()
      else say('250 taken')
    }
    const command = (line: string) => {
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (/^(EHLO|HELO)/i.test(line)) return say('250 test')
      if (/^MAIL FROM:/i.test(line)) {
        mail = { from: address, to: [], source: '' }
        return say('250 ok')
      }
      if (/^RCPT TO:/i.test(line)) {
        const refusal = refusals.get(address)
        refusals.delete(address)
        if (!refusal) mail.to.push(address)
        return say(refusal ?? '250 ok')
      }
      if (/^DATA/i.test(line)) {
        isContent = true
        return say('354 go on')
      }
      if (/^QUIT/i.test(line)) {
        say('221 bye')
        return socket.end()
      }
      return say(/^(RSET|NOOP)/i.test(line) ? '250 ok' : '502 not implemented')
    }

    socket.on('data', (bytes) => {
      waiting += bytes.toString('utf8')
      for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + 2)
        if (!isContent) command(line)
        else if (line === '.') {
          isContent = false
          take()
        } else mail.source += `${line.replace(/^\./, '')}\r\n`
      }
    })
    say('220 test')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (address, answer) => void refusals.set(address, answer),
    hold: (address, isKept) => new Promise((arrived) => void holds.set(address, { isKept, arrived })),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
