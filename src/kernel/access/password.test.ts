import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatePassword, isPassword } from './password.ts'

test.each([
  ['Passw0rd!', true],
  ['aaaaaa1~', true],
  ['aaaaa1~', false],
  ['aaaaaaaa1', false],
  ['aaaaaaaa!', false],
  ['12345678!', false],
  ['aaaa 1!aaa', false],
  ['aaaaaa1!é', false],
  ['aaaaaa1!\n', false],
  ['aaaaaa1!\t', false],
  ['', false],
])('the password %j is accepted: %s (AUT-046, AUT-047)', (password, isAccepted) => {
  expect(isPassword(password)).toBe(isAccepted)
})

test('every printable ASCII character except the space is allowed, and no other (AUT-047)', () => {
  for (let code = 0; code < 300; code += 1) {
    const isAllowed = code > 0x20 && code < 0x7f
    expect([code, isPassword(`abcdef1!${String.fromCharCode(code)}`)]).toEqual([code, isAllowed])
  }
})

test('the rule is length, letter, digit and special character together (AUT-046)', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[!-~]{0,14}$/), (password) => {
      const kinds = [/[a-z]/i, /[0-9]/, /[^a-z0-9]/i].every((kind) => kind.test(password))
      expect(isPassword(password)).toBe(password.length >= 8 && kinds)
    }),
  )
})

test('generated passwords have 8 to 12 letters, digits and symbols, one of each kind, and pass the rule (AUT-048)', () => {
  const lengths = new Set<number>()
  const characters = new Set<string>()
  const passwords = new Set<string>()
  for (let round = 0; round < 500; round += 1) {
    const password = generatePassword()
    expect(password).toMatch(/^[A-Za-z0-9!@#$%^&*]{8,12}$/)
    for (const kind of [/[A-Za-z]/, /[0-9]/, /[!@#$%^&*]/]) expect(password).toMatch(kind)
    expect(isPassword(password)).toBe(true)
    lengths.add(password.length)
    passwords.add(password)
    for (const character of password) characters.add(character)
  }
  expect([...lengths].sort((a, b) => a - b)).toEqual([8, 9, 10, 11, 12])
  expect(characters.size).toBe(26 + 26 + 10 + 8)
  expect(passwords.size).toBe(500)
})
