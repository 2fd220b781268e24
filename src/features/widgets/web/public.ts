/** What other slices may show of widgets and promo buttons: their forms. */
export { promoButtonForm } from './lists/promo-buttons.tsx'
export { widgetForm } from './lists/widgets.tsx'
