/** Of the cart's heading, to which the focus goes when the line that had it is removed. */
export const CART_HEADING = 'cart-heading'
