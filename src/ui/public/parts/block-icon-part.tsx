import type { ICONS as NAMES } from '#kernel/format/icon-names.ts'
import {
  type Icon,
  IconBook,
  IconCalendar,
  IconCategory,
  IconCertificate,
  IconCheck,
  IconClock,
  IconCoin,
  IconHelpCircle,
  IconList,
  IconMail,
  IconMessageCircle,
  IconPackage,
  IconPhone,
  IconPlayerPlay,
  IconSchool,
  IconShieldLock,
  IconStar,
  IconTruck,
  IconUsersGroup,
} from '../../icons.tsx'

type IconName = (typeof NAMES)[number]

const ICONS: Record<IconName, Icon> = {
  book: IconBook,
  calendar: IconCalendar,
  category: IconCategory,
  certificate: IconCertificate,
  check: IconCheck,
  clock: IconClock,
  coin: IconCoin,
  help: IconHelpCircle,
  list: IconList,
  mail: IconMail,
  message: IconMessageCircle,
  package: IconPackage,
  phone: IconPhone,
  play: IconPlayerPlay,
  school: IconSchool,
  shield: IconShieldLock,
  star: IconStar,
  truck: IconTruck,
  users: IconUsersGroup,
}

/** The drawing of an icon's name; nothing for a name that is none. */
export function BlockIcon({ name, size }: { name: string | null; size: number }) {
  const Drawing = name !== null && Object.hasOwn(ICONS, name) ? ICONS[name as IconName] : null
  return Drawing && <Drawing size={size} />
}
