import net from 'node:net'

type Family = 'ipv4' | 'ipv6'
const familyOf = (address: string): Family | null => {
  const version = net.isIP(address)
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : null
}

/** Networks that do not belong to the public internet (IANA special-purpose registries), and those that translate into them. */
const SPECIAL = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '::/96', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64'],
  ...[
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
]

/** One list for each family: the one of IPv6 knows all IPv4 addresses under another name (`::ffff:0:0/96`). */
const listsOf = (networks: readonly string[]) => {
  const lists = { ipv4: new net.BlockList(), ipv6: new net.BlockList() }
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (family) lists[family].addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return lists
}
const special = listsOf(SPECIAL)

/** Whether an address may be opened for somebody who named it: one of the public internet, or of a network that is listed. */
export const isReachable = (address: string, networks: readonly string[] = []): boolean => {
  const family = familyOf(address)
  if (!family) return false
  return !special[family].check(address, family) || listsOf(networks)[family].check(address, family)
}
