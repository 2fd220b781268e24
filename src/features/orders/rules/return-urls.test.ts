import { expect, test } from 'vitest'
import { foreignUrls } from './return-urls.ts'

const own = {
  success_url: 'http://acme.localhost:3000/orders/success/course',
  cancel_url: 'http://acme.localhost:3000/course/first-aid?x=1#buy',
  success_kind: 'course',
  hosts: ['acme.localhost:3000'],
}

test('the portal’s own pages are accepted (CRT-028)', () => {
  expect(foreignUrls(own)).toEqual([])
})

test.each([
  'https://evil.example.com/orders/success/course',
  'http://acme.localhost:3000.evil.example.com/orders/success/course',
  'http://acme.localhost:3000@evil.example.com/orders/success/course',
  'http://user:secret@acme.localhost:3000/orders/success/course',
  'http://other.localhost:3000/orders/success/course',
  'javascript:alert(1)//acme.localhost:3000/orders/success/course',
  '/orders/success/course',
  'http://acme.localhost:3000/orders/success/bundle',
  'http://acme.localhost:3000/courses',
])('%s is no success page of this portal (CRT-028)', (success_url) => {
  expect(foreignUrls({ ...own, success_url })).toEqual(['success_url'])
})

test('another host is not a page to return to (CRT-028)', () => {
  expect(foreignUrls({ ...own, cancel_url: 'http://other.localhost:3000/cart' })).toEqual(['cancel_url'])
})
