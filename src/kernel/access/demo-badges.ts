/** The badges of the demo's people without an e-mail, all with one PIN, which the demo shows to everyone (BDG-035). */
export const DEMO_BADGES = { numbers: ['10442', '10587'], pin: '804217' } as const
