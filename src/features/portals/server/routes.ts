import { route } from '#platform/route.ts'
import { showLoginInfo } from '../contract.ts'

export const routes = [
  route(showLoginInfo, async ({ ctx: { host_portal: portal } }) => ({
    data: {
      name: portal.name,
      logo: portal.setting.logo,
      primary_color: portal.setting.primary_color,
      secondary_color: portal.setting.secondary_color,
      support_phone: portal.company.support_phone,
      support_email: portal.company.support_email,
    },
  })),
]
