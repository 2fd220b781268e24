/** What other slices may show of widgets and promo buttons: their forms, and how two of their values differ. */
export { promoButtonHistory } from './lists/promo-button-history.tsx'
export { promoButtonForm } from './lists/promo-buttons.tsx'
export { widgetHistory } from './lists/widget-history.tsx'
export { widgetForm } from './lists/widgets.tsx'
