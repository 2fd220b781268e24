import { expect, test } from 'vitest'
import { isOfServer } from './dev-files.mjs'

test.each([
  ['src/app/main.ts', true],
  ['src/platform/http/server.ts', true],
  ['src/features/invoices/server/invoice.ts', true],
  ['src/features/orders/contract.ts', true],
  ['src/platform/mail/templates/frame.tsx', true],
  ['src/standins/stripe/api.ts', true],
  ['migrations/010-portals.sql', true],
  ['src/features/orders/web/screens/order.tsx', false],
  ['src/ui/public/parts/button.tsx', false],
  ['src/app/pages/home.tsx', false],
  ['src/app/root.tsx', false],
  ['src/app/routeTree.gen.ts', false],
  ['src/features/payments/server/money.api.test.ts', false],
  ['src/ui/public/parts/button.module.css', false],
])('a change of %s starts the server again: %s', (name, isIt) => {
  expect(isOfServer(name)).toBe(isIt)
})
