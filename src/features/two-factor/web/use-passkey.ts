import { type Api, ApiError } from '#kernel/client.ts'
import { addPasskey, signInWithPasskey, startPasskey, startPasskeySignIn } from '../contract.ts'

// This file is loaded when somebody uses a passkey; the part of the browser with it.

type Credential = { id: string; response: Record<string, unknown> }

const browserPart = () => import('@simplewebauthn/browser')

const NOT_HERE = 'This browser could not use a passkey here. Try another browser or device.'
/** The person closed the dialog of the browser, or let it run out. */
const CANCELED = ['NotAllowedError', 'AbortError']

/** What to tell somebody whose passkey did not work; null where they stopped it themselves. */
export const passkeyProblem = (error: unknown): string | null => {
  if (error instanceof ApiError) return error.message
  const name = error instanceof Error ? error.name : ''
  if (CANCELED.includes(name)) return null
  return name === 'InvalidStateError' ? 'This device already has a passkey of yours.' : NOT_HERE
}

const askBrowser = async (api: Api, isSecondStep: boolean): Promise<Credential> => {
  const { startAuthentication } = await browserPart()
  const { data } = await api.call(startPasskeySignIn, { body: { is_second_step: isSecondStep } })
  return (await startAuthentication({ optionsJSON: data as never })) as never
}

/** Lets the browser use a passkey of the person who is signing in, and returns what it has signed. */
export const askForPasskey = (api: Api): Promise<Credential> => askBrowser(api, true)

/** Signs in with whichever passkey the browser has for this site. */
export const signInByPasskey = async (api: Api) => {
  const credential = await askBrowser(api, false)
  return (await api.call(signInWithPasskey, { body: { credential } })).data
}

/** Lets the browser make a passkey and adds it to the account. */
export const makePasskey = async (api: Api, { name, proof }: { name: string; proof: string }) => {
  const { startRegistration } = await browserPart()
  const { data: options } = await api.call(startPasskey, { body: { proof } })
  const credential: Credential = (await startRegistration({ optionsJSON: options as never })) as never
  return (await api.call(addPasskey, { body: { name, credential } })).data
}
