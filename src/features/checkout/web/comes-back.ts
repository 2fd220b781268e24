/** Where the payment page leads back to: the success page of what is bought, and when nothing was paid here (CRT-028). */
export const comesBack = (success: 'course' | 'subscription') => ({
  success_url: `${location.origin}/orders/success/${success}`,
  cancel_url: `${location.origin}${location.pathname}`,
})
