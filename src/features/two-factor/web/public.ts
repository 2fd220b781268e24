export { MissingSecondFactors, missingSecondFactors } from './components/missing-second-factors.tsx'
export { PasskeySignIn } from './components/passkey-sign-in.tsx'
export { SignInRulesSettings } from './components/sign-in-rules.tsx'
