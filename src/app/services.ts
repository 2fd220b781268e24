import path from 'node:path'
import { MAPS_URL } from '#platform/maps.ts'
import { choosePayments, createPayments, type Payments } from '#platform/payments/payments.ts'
import type { Config } from '#platform/process/config.ts'
import { sign } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'
import { type EasyshipStandin, startEasyshipStandin } from '#standins/easyship/standin.ts'
import { type MapsStandin, startMapsStandin } from '#standins/maps/standin.ts'
import { type ScormCloudStandin, startScormCloudStandin } from '#standins/scorm-cloud/standin.ts'
import { SENT_EVENTS } from '#standins/stripe/settings.ts'
import { type StripeStandin, startStripeStandin } from '#standins/stripe/standin.ts'
import { startTwilioStandin, type TwilioStandin } from '#standins/twilio/standin.ts'
import { portsOf } from './ports.ts'

/** The stand-ins that run in this process; none in production. */
export type Standins = {
  stripe: StripeStandin | null
  scormCloud: ScormCloudStandin | null
  easyship: EasyshipStandin | null
  maps: MapsStandin | null
  twilio: TwilioStandin | null
}

const originOf = (config: Config) => new URL(config.PUBLIC_ORIGIN ?? `http://${config.BASE_HOST}:${config.PORT}`)

/** Path of the stand-in's payment page on the product's own port. */
export const STRIPE_PAGES = '/standins/stripe'
export const SCORM_CLOUD_PAGES = '/standins/scorm-cloud'

/** With this the stand-in signs its messages. */
export const webhookSecretOf = (config: Config) => `whsec_${sign(config.secret, 'stripe stand-in', 'webhook')}`

const coreOf = (config: Config) => {
  const core = originOf(config)
  core.hostname = `core.${core.hostname}`
  return core
}

/** None in production, and none where another address than the service's own is configured. */
const startScormCloud = async (config: Config): Promise<ScormCloudStandin | null> =>
  config.has_standins && !config.CLOUD_SCORM_URL
    ? startScormCloudStandin({
        isAllowed: config.has_standins,
        dir: path.join(config.data_dir, 'standins', 'scorm-cloud'),
        publicUrl: `${coreOf(config).origin}${SCORM_CLOUD_PAGES}`,
      })
    : null

/** None in production, and none where another address than the service's own is configured. */
const startEasyship = async (config: Config): Promise<EasyshipStandin | null> =>
  config.has_standins && !config.EASYSHIP_URL
    ? startEasyshipStandin({
        isAllowed: config.has_standins,
        dir: path.join(config.data_dir, 'standins', 'easyship'),
      })
    : null

/** None in production, and none where the real service is configured. */
const startMaps = async (config: Config): Promise<MapsStandin | null> =>
  config.has_standins && !config.MAPS_API_KEY ? startMapsStandin({ isAllowed: config.has_standins }) : null

/** None in production, and none where another address than the service's own is configured. */
const startTwilio = async (config: Config): Promise<TwilioStandin | null> =>
  config.has_standins && !config.TWILIO_URL
    ? startTwilioStandin({
        isAllowed: config.has_standins,
        dir: path.join(config.data_dir, 'standins', 'twilio'),
        delivers: config.NODE_ENV !== 'test',
      })
    : null

const startStripe = (config: Config): Promise<StripeStandin> => {
  const core = coreOf(config)
  return startStripeStandin({
    isAllowed: config.has_standins,
    dir: path.join(config.data_dir, 'standins', 'stripe'),
    // Tests deliver the messages themselves, in whatever order and number they want to try.
    webhookUrls: config.NODE_ENV === 'test' ? [] : [`${core.origin}/api/v1/payments/webhook`],
    webhookSecret: webhookSecretOf(config),
    // Payments with a saved card have no page that would send a message.
    sentEvents: [...SENT_EVENTS, 'payment_intent.succeeded'],
    publicUrl: `${core.origin}${STRIPE_PAGES}`,
  })
}

/** The real client of the payment provider, against its stand-in where no key is configured. */
export const openPayments = async (config: Config): Promise<{ payments: Payments; standin: StripeStandin | null }> => {
  let standin: StripeStandin | null = null
  const chosen = await choosePayments(config, async () => {
    standin = await startStripe(config)
    return { ...standin, webhookSecret: webhookSecretOf(config) }
  })
  return { payments: createPayments(chosen), standin }
}

/**
 * Opens everything features use apart from the database: the real client of each outside service, or its stand-in if no
 * key is configured.
 */
export const openServices = async (
  config: Config,
  { portalById, uploads, files }: Pick<Services, 'portalById' | 'uploads' | 'files'>,
): Promise<{ services: Services; standins: Standins }> => {
  const { payments, standin } = await openPayments(config)
  const standins: Standins = {
    stripe: standin,
    scormCloud: await startScormCloud(config),
    easyship: await startEasyship(config),
    maps: await startMaps(config),
    twilio: await startTwilio(config),
  }
  const { scormCloud: cloudScorm, easyship, twilio } = standins
  const maps = config.MAPS_API_KEY ? { base_url: config.MAPS_URL ?? MAPS_URL, key: config.MAPS_API_KEY } : standins.maps
  const outside = { payments, cloudScorm, easyship, maps, twilio }
  const opened = { config, secret: config.secret, files, ...outside, uploads, portalById }
  return { services: { ...opened, ...portsOf(opened) }, standins }
}
