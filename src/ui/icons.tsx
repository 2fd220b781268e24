import { __iconNode as adjustmentsHorizontalNodes } from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs'
import { __iconNode as alertCircleNodes } from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import { __iconNode as alertTriangleNodes } from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { __iconNode as arrowDownNodes } from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import { __iconNode as arrowLeftNodes } from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { __iconNode as arrowRightNodes } from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import { __iconNode as arrowsSortNodes } from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs'
import { __iconNode as arrowUpNodes } from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { __iconNode as bellNodes } from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { __iconNode as bookNodes } from '@tabler/icons-react/dist/esm/icons/IconBook.mjs'
import { __iconNode as buildingNodes } from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import { __iconNode as calendarNodes } from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import { __iconNode as categoryNodes } from '@tabler/icons-react/dist/esm/icons/IconCategory.mjs'
import { __iconNode as certificateNodes } from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs'
import { __iconNode as chartBarNodes } from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import { __iconNode as checkNodes } from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { __iconNode as chevronDownNodes } from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { __iconNode as chevronLeftNodes } from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import { __iconNode as chevronRightNodes } from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { __iconNode as chevronUpNodes } from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import { __iconNode as circleNodes } from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import { __iconNode as circleCheckNodes } from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { __iconNode as circleDashedNodes } from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs'
import { __iconNode as circleHalf2Nodes } from '@tabler/icons-react/dist/esm/icons/IconCircleHalf2.mjs'
import { __iconNode as circleXNodes } from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs'
import { __iconNode as clockNodes } from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import { __iconNode as cloudCheckNodes } from '@tabler/icons-react/dist/esm/icons/IconCloudCheck.mjs'
import { __iconNode as coinNodes } from '@tabler/icons-react/dist/esm/icons/IconCoin.mjs'
import { __iconNode as copyNodes } from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { __iconNode as deviceDesktopNodes } from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import { __iconNode as deviceFloppyNodes } from '@tabler/icons-react/dist/esm/icons/IconDeviceFloppy.mjs'
import { __iconNode as dotsNodes } from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { __iconNode as downloadNodes } from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { __iconNode as externalLinkNodes } from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { __iconNode as eyeNodes } from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import { __iconNode as eyeOffNodes } from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import { __iconNode as fileNodes } from '@tabler/icons-react/dist/esm/icons/IconFile.mjs'
import { __iconNode as filterNodes } from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import { __iconNode as gripVerticalNodes } from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import { __iconNode as helpCircleNodes } from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import { __iconNode as historyNodes } from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { __iconNode as homeNodes } from '@tabler/icons-react/dist/esm/icons/IconHome.mjs'
import { __iconNode as inboxNodes } from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs'
import { __iconNode as infoCircleNodes } from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { __iconNode as layoutDashboardNodes } from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import { __iconNode as listNodes } from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import { __iconNode as loader2Nodes } from '@tabler/icons-react/dist/esm/icons/IconLoader2.mjs'
import { __iconNode as lockNodes } from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { __iconNode as logoutNodes } from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import { __iconNode as mailNodes } from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { __iconNode as mapPinNodes } from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import { __iconNode as menu2Nodes } from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import { __iconNode as messageCircleNodes } from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs'
import { __iconNode as minusNodes } from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import { __iconNode as moonNodes } from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import { __iconNode as newsNodes } from '@tabler/icons-react/dist/esm/icons/IconNews.mjs'
import { __iconNode as packageNodes } from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs'
import { __iconNode as pencilNodes } from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { __iconNode as phoneNodes } from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import { __iconNode as photoNodes } from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { __iconNode as playerPlayNodes } from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { __iconNode as plugNodes } from '@tabler/icons-react/dist/esm/icons/IconPlug.mjs'
import { __iconNode as plusNodes } from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { __iconNode as printerNodes } from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import { __iconNode as receiptNodes } from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs'
import { __iconNode as refreshNodes } from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { __iconNode as schoolNodes } from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs'
import { __iconNode as searchNodes } from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { __iconNode as settingsNodes } from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import { __iconNode as shieldLockNodes } from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs'
import { __iconNode as shoppingCartNodes } from '@tabler/icons-react/dist/esm/icons/IconShoppingCart.mjs'
import { __iconNode as starNodes } from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import { __iconNode as sunNodes } from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { __iconNode as tagNodes } from '@tabler/icons-react/dist/esm/icons/IconTag.mjs'
import { __iconNode as trashNodes } from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { __iconNode as truckNodes } from '@tabler/icons-react/dist/esm/icons/IconTruck.mjs'
import { __iconNode as uploadNodes } from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { __iconNode as userNodes } from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { __iconNode as userCircleNodes } from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs'
import { __iconNode as usersNodes } from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { __iconNode as usersGroupNodes } from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs'
import { __iconNode as wifiOffNodes } from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs'
import { __iconNode as xNodes } from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { createElement, type SVGProps } from 'react'

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'> & { size?: number }
export type Icon = (props: IconProps) => React.ReactNode

/** An icon is decoration: it is hidden from screen readers, and the word stands beside it or in the button's label. */
const icon = (nodes: [tag: string, attributes: Record<string, string>][]): Icon => {
  const drawing = nodes.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ size = 20, ...rest }) => (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 20 ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      {drawing}
    </svg>
  )
}

export const IconX = /* @__PURE__ */ icon(xNodes)
export const IconMenu2 = /* @__PURE__ */ icon(menu2Nodes)
export const IconSearch = /* @__PURE__ */ icon(searchNodes)
export const IconShoppingCart = /* @__PURE__ */ icon(shoppingCartNodes)
export const IconUser = /* @__PURE__ */ icon(userNodes)
export const IconUserCircle = /* @__PURE__ */ icon(userCircleNodes)
export const IconUsers = /* @__PURE__ */ icon(usersNodes)
export const IconChevronDown = /* @__PURE__ */ icon(chevronDownNodes)
export const IconChevronRight = /* @__PURE__ */ icon(chevronRightNodes)
export const IconChevronLeft = /* @__PURE__ */ icon(chevronLeftNodes)
export const IconChevronUp = /* @__PURE__ */ icon(chevronUpNodes)
export const IconCheck = /* @__PURE__ */ icon(checkNodes)
export const IconCircleCheck = /* @__PURE__ */ icon(circleCheckNodes)
export const IconAlertCircle = /* @__PURE__ */ icon(alertCircleNodes)
export const IconAlertTriangle = /* @__PURE__ */ icon(alertTriangleNodes)
export const IconInfoCircle = /* @__PURE__ */ icon(infoCircleNodes)
export const IconSun = /* @__PURE__ */ icon(sunNodes)
export const IconMoon = /* @__PURE__ */ icon(moonNodes)
export const IconDeviceDesktop = /* @__PURE__ */ icon(deviceDesktopNodes)
export const IconBell = /* @__PURE__ */ icon(bellNodes)
export const IconLogout = /* @__PURE__ */ icon(logoutNodes)
export const IconSettings = /* @__PURE__ */ icon(settingsNodes)
export const IconPlus = /* @__PURE__ */ icon(plusNodes)
export const IconMinus = /* @__PURE__ */ icon(minusNodes)
export const IconDots = /* @__PURE__ */ icon(dotsNodes)
export const IconFilter = /* @__PURE__ */ icon(filterNodes)
export const IconAdjustmentsHorizontal = /* @__PURE__ */ icon(adjustmentsHorizontalNodes)
export const IconTrash = /* @__PURE__ */ icon(trashNodes)
export const IconCopy = /* @__PURE__ */ icon(copyNodes)
export const IconUpload = /* @__PURE__ */ icon(uploadNodes)
export const IconFile = /* @__PURE__ */ icon(fileNodes)
export const IconDownload = /* @__PURE__ */ icon(downloadNodes)
export const IconExternalLink = /* @__PURE__ */ icon(externalLinkNodes)
export const IconArrowLeft = /* @__PURE__ */ icon(arrowLeftNodes)
export const IconArrowRight = /* @__PURE__ */ icon(arrowRightNodes)
export const IconArrowUp = /* @__PURE__ */ icon(arrowUpNodes)
export const IconArrowDown = /* @__PURE__ */ icon(arrowDownNodes)
export const IconArrowsSort = /* @__PURE__ */ icon(arrowsSortNodes)
export const IconClock = /* @__PURE__ */ icon(clockNodes)
export const IconBook = /* @__PURE__ */ icon(bookNodes)
export const IconLock = /* @__PURE__ */ icon(lockNodes)
export const IconEye = /* @__PURE__ */ icon(eyeNodes)
export const IconEyeOff = /* @__PURE__ */ icon(eyeOffNodes)
export const IconWifiOff = /* @__PURE__ */ icon(wifiOffNodes)
export const IconCloudCheck = /* @__PURE__ */ icon(cloudCheckNodes)
export const IconLoader2 = /* @__PURE__ */ icon(loader2Nodes)
export const IconUsersGroup = /* @__PURE__ */ icon(usersGroupNodes)
export const IconBuilding = /* @__PURE__ */ icon(buildingNodes)
export const IconCertificate = /* @__PURE__ */ icon(certificateNodes)
export const IconCoin = /* @__PURE__ */ icon(coinNodes)
export const IconCalendar = /* @__PURE__ */ icon(calendarNodes)
export const IconPencil = /* @__PURE__ */ icon(pencilNodes)
export const IconPhoto = /* @__PURE__ */ icon(photoNodes)
export const IconPhone = /* @__PURE__ */ icon(phoneNodes)
export const IconMail = /* @__PURE__ */ icon(mailNodes)
export const IconLayoutDashboard = /* @__PURE__ */ icon(layoutDashboardNodes)
export const IconChartBar = /* @__PURE__ */ icon(chartBarNodes)
export const IconTruck = /* @__PURE__ */ icon(truckNodes)
export const IconReceipt = /* @__PURE__ */ icon(receiptNodes)
export const IconMessageCircle = /* @__PURE__ */ icon(messageCircleNodes)
export const IconList = /* @__PURE__ */ icon(listNodes)
export const IconSchool = /* @__PURE__ */ icon(schoolNodes)
export const IconCategory = /* @__PURE__ */ icon(categoryNodes)
export const IconDeviceFloppy = /* @__PURE__ */ icon(deviceFloppyNodes)
export const IconPlayerPlay = /* @__PURE__ */ icon(playerPlayNodes)
export const IconInbox = /* @__PURE__ */ icon(inboxNodes)
export const IconStar = /* @__PURE__ */ icon(starNodes)
export const IconCircle = /* @__PURE__ */ icon(circleNodes)
export const IconCircleDashed = /* @__PURE__ */ icon(circleDashedNodes)
export const IconCircleHalf2 = /* @__PURE__ */ icon(circleHalf2Nodes)
export const IconCircleX = /* @__PURE__ */ icon(circleXNodes)
export const IconRefresh = /* @__PURE__ */ icon(refreshNodes)
export const IconPrinter = /* @__PURE__ */ icon(printerNodes)
export const IconMapPin = /* @__PURE__ */ icon(mapPinNodes)
export const IconHome = /* @__PURE__ */ icon(homeNodes)
export const IconNews = /* @__PURE__ */ icon(newsNodes)
export const IconHelpCircle = /* @__PURE__ */ icon(helpCircleNodes)
export const IconShieldLock = /* @__PURE__ */ icon(shieldLockNodes)
export const IconPlug = /* @__PURE__ */ icon(plugNodes)
export const IconHistory = /* @__PURE__ */ icon(historyNodes)
export const IconTag = /* @__PURE__ */ icon(tagNodes)
export const IconPackage = /* @__PURE__ */ icon(packageNodes)
export const IconGripVertical = /* @__PURE__ */ icon(gripVerticalNodes)
