/** What other slices may call of widgets and promo buttons. */
export { createPromoButton, createWidget } from './lists.ts'
export { releasableButtons, releasableWidgets } from './releasable.ts'
