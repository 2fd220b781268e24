/** What other slices may call of the ledger of credits. */

export { isCreditable } from '../rules/creditable.ts'
export type { CreditNumbers } from '../rules/movements.ts'
export { creditPrice, DEFAULT_MIN_CREDIT_PRICE_CENTS, isOwnPriceAllowed, minCreditPrice } from '../rules/price.ts'
export type { CreditContext, Holder } from './accounts.ts'
export { buyCredits, grantPlanCredits, grantPlanCreditsAgain } from './actions/buy-credits.ts'
export { type Giver, giveCredits, lockTakeable, takeCredits } from './actions/hand-out-credits.ts'
export { lockOrderCredits, type Removal, removeUnusedCredits } from './actions/remove-unused-credits.ts'
export {
  loadReturned,
  type Returned,
  redeemCredit,
  releaseCredit,
  restoreReturned,
  returnCredit,
  returnCredits,
} from './actions/settle-credit.ts'
export {
  reserveCredit,
  reserveFrom,
  restoreSeat,
  spendBoughtCredit,
  spendCredit,
  spendFrom,
} from './actions/spend-credit.ts'
export { requireCreditBuyer } from './buyer.ts'
export { checkCredits, countCredits, type Finding } from './check.ts'
export { tellCredits } from './live.ts'
export { notEnough, openPurse, type Payer, type Purse } from './purse.ts'
export {
  availableCredits,
  courseCredits,
  type HandedOut,
  loadCredits,
  loadHandedOut,
  type ManagerCredits,
  managerCredits,
  partnerCredits,
  portalCredits,
} from './store.ts'
