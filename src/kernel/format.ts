// How the product writes dates, numbers, sizes and phone numbers. One file each, because a page loads whole files.
export * from './format/date.ts'
export * from './format/day.ts'
export * from './format/number.ts'
export * from './format/phone.ts'
export * from './format/size.ts'
