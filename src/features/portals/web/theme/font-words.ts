import type { FontName } from '#kernel/product/site-look.ts'

/** What the fonts are called, and what they are like. */
export const FONT_WORDS: Record<FontName, { label: string; text: string }> = {
  inter: { label: 'Inter', text: 'Clear and neutral.' },
  source_sans: { label: 'Source Sans', text: 'Friendly, with narrow letters for long texts.' },
  manrope: { label: 'Manrope', text: 'Round and modern.' },
  lora: { label: 'Lora', text: 'A serif with warmth, for a classic look.' },
  system: { label: 'System font', text: 'The font of each visitor’s device. Loads nothing.' },
}
