import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DEFAULT_TEXT_LIMIT, MOST_TEXT_LIMIT } from '#kernel/access/text-limit.ts'
import { formatFileSize, formatNumber } from '#kernel/format.ts'
import { toastText } from '#kernel/product/texts.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { IdSelectField, NumberField, SelectField, SwitchField, TextField } from '#ui/app/form/fields.tsx'
import type { SaveOptions } from '#ui/app/form/use-record-form.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { showPortalStorage, updateCompany, updatePortalStorage, updateSettings } from '../../contract.ts'
import { showPortalTextLimit, updatePortalTextLimit } from '../../contract-texts.ts'
import { TYPES } from '../portal-words.ts'
import styles from '../portals.module.css'
import { timeZones } from '../time-zones.ts'
import { usePortal } from '../use-portal.ts'
import { COMPANY, CompanyFields } from './company-fields.tsx'
import { PortalImages } from './portal-images.tsx'

const SETTINGS = {
  type: null as 1 | 2 | null,
  is_marketable: false,
  has_course_catalog: false,
  has_blog: false,
  allow_course_questions: true,
  has_badges: true,
  google_analytic_id: '',
  is_consent_opt_in: false,
  is_sales_tax_on: false,
  time_zone: '',
}
/** For super admins alone: storage in GB (UPL-044), and text messages a day (TXT-024). */
const LIMITS = { storage_gb: null as number | null, text_limit: null as number | null }
const GB = 1024 ** 3
type Values = typeof SETTINGS & typeof COMPANY & typeof LIMITS

const gbOf = (bytes: number | null) => (bytes === null ? null : Math.round((bytes / GB) * 100) / 100)

/** The screen says what is allowed, the record what is disabled. */
const settingsBody = ({ allow_course_questions: isAllowed, ...rest }: Partial<typeof SETTINGS>) => ({
  ...rest,
  ...(isAllowed !== undefined && { disable_course_questions: !isAllowed }),
})

const partOf = (values: Partial<Values>, part: object) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => field in part))

const CLOSE_SHOP = {
  title: 'Close Shop',
  text: 'Visitors can no longer browse or buy courses here. Learners keep their courses, and you can open the shop again at any time.',
  yes: 'Close shop',
  no: 'Keep shop open',
  isDanger: true,
}

const SWITCH_BADGES_OFF = {
  title: 'Switch badges off?',
  text: 'Everyone who signed in with a badge is signed out, and nobody can sign in with one. Badges and PINs are kept, and work again as soon as you switch badges on.',
  yes: 'Switch badges off',
  no: 'Keep badges on',
  isDanger: true,
}

/** Company, pictures, storefront and privacy of the portal (PRT-049, PRT-060). */
export function GeneralSettings() {
  const api = useApi()
  const queryClient = useQueryClient()
  const session = useSession()
  const { portal, scope, again } = usePortal()
  const { setting, company } = portal
  const isReadOnly = !can(session, 'portal-settings.update')
  const mayLimit = can(session, 'portals.update')
  const storageQuery = api.query(showPortalStorage, { params: { id: portal.id } })
  const { data: { data: storage } = {} } = useQuery({ ...storageQuery, enabled: mayLimit })
  const saveStorage = async (gb: number | null) => {
    const body = { storage_quota: gb === null ? null : Math.round(gb * GB) }
    if (!storage || body.storage_quota === storage.storage_quota) return
    queryClient.setQueryData(
      storageQuery.queryKey,
      await api.call(updatePortalStorage, { params: { id: portal.id }, body }),
    )
  }
  const textsQuery = api.query(showPortalTextLimit, { params: { id: portal.id } })
  const { data: { data: texts } = {} } = useQuery({ ...textsQuery, enabled: mayLimit })
  const saveTexts = async (text_limit: number | null) => {
    if (!texts || text_limit === texts.text_limit) return
    queryClient.setQueryData(
      textsQuery.queryKey,
      await api.call(updatePortalTextLimit, { params: { id: portal.id }, body: { text_limit } }),
    )
  }
  const save = async (payload: Partial<Values>, _: Values, options: SaveOptions) => {
    if (payload.storage_gb !== undefined) await saveStorage(payload.storage_gb)
    if (payload.text_limit !== undefined) await saveTexts(payload.text_limit)
    await api.call(
      updateCompany,
      { ...scope, params: { id: company.id }, body: partOf(payload, COMPANY) as never },
      options,
    )
    const { data } = await api.call(updateSettings, {
      ...scope,
      body: settingsBody(partOf(payload, SETTINGS)) as never,
    })
    return { ...data, ...partOf(payload, LIMITS) }
  }
  // The type is chosen once (PRT-034, PRT-035).
  const maySave = async ({ type, is_marketable: isMarketable, has_badges: hasBadges }: Values) => {
    const isTypeFine = type === setting.type || type === null || (await confirm('change_portal_type'))
    // Anyone who turns the shop off is warned of what that closes (PRT-076).
    const isShopFine = isTypeFine && (isMarketable || !setting.is_marketable || (await confirm(CLOSE_SHOP)))
    return isShopFine && (hasBadges || !setting.has_badges || (await confirm(SWITCH_BADGES_OFF)))
  }
  return (
    <div className={styles.page}>
      <PortalImages isReadOnly={isReadOnly} />
      <DetailForm
        key={portal.id}
        defaults={{ ...SETTINGS, ...COMPANY, ...LIMITS }}
        record={
          {
            ...setting,
            allow_course_questions: !setting.disable_course_questions,
            ...company,
            ...versioned(portal),
            ...(storage && { storage_gb: gbOf(storage.storage_quota) }),
            ...(texts && { text_limit: texts.text_limit }),
          } as Partial<Values>
        }
        isReadOnly={isReadOnly}
        maySave={maySave}
        save={save}
        onSaved={(_, values) => {
          void again()
          // Saved, but the portal does not open like this (PRT-029).
          if (!setting.logo || !values.name.trim()) toast.warning(toastText('required_fields'))
        }}
      >
        <CompanyFields />
        <FormSection title="Dates" text="When a day starts and ends in this portal.">
          <Wide>
            <SelectField
              name="time_zone"
              label="Time zone"
              description="Used for certificates, due dates and the end of access."
              data={timeZones()}
              searchable
              nothingFoundMessage="No time zone has this name."
              allowDeselect={false}
              required
            />
          </Wide>
        </FormSection>
        <FormSection title="Storefront" text="What visitors see.">
          <Wide>
            <IdSelectField
              name="type"
              label="Portal type"
              description={
                setting.type === null
                  ? 'You choose it once and cannot change it later.'
                  : 'You cannot change it anymore.'
              }
              data={TYPES}
              disabled={setting.type !== null}
            />
          </Wide>
          <SwitchField name="is_marketable" label="Shop" description="Visitors browse and buy courses." />
          <SwitchField
            name="has_course_catalog"
            label="Course catalog"
            description="Lists by state, agency and more."
          />
          <SwitchField name="has_blog" label="Knowledge" description="Articles for everyone." />
          <SwitchField
            name="allow_course_questions"
            label="Allow course questions"
            description="Learners ask questions in a course, and instructors answer them."
          />
          <SwitchField
            name="is_sales_tax_on"
            label="Sales tax"
            description="The payment provider adds it based on the buyer’s address."
          />
        </FormSection>
        <FormSection title="Sign-in" text="How people without an e-mail get in.">
          <Wide>
            <SwitchField
              name="has_badges"
              label="Badges"
              description="People sign in with a badge and a PIN, and check in with them in crew mode. Without badges, everyone needs an e-mail."
            />
          </Wide>
        </FormSection>
        <FormSection title="Privacy" text="Visitors choose which services may track their visit.">
          <TextField
            name="google_analytic_id"
            label="Google Analytics ID"
            description="Without one, visits are not counted."
            placeholder="G-XXXXXXXXXX"
            maxLength={50}
          />
          <Wide>
            <SwitchField
              name="is_consent_opt_in"
              label="Ask before tracking"
              description="Analytics, advertising and other third-party services stay off until a visitor turns them on. Otherwise they are on until turned off."
            />
          </Wide>
        </FormSection>
        {storage && (
          <FormSection
            title="Storage"
            text={`The files of this portal use ${formatFileSize(storage.used)} of ${formatFileSize(storage.limit)}.`}
          >
            <NumberField
              name="storage_gb"
              label="Storage limit in GB"
              description="Leave it empty for the platform’s default. Files already stored stay."
              min={0}
              decimalScale={2}
            />
          </FormSection>
        )}
        {texts && (
          <FormSection
            title="Text messages"
            text={`This portal has sent ${formatNumber(texts.sent_today)} of ${formatNumber(texts.limit)} text messages today.`}
          >
            <NumberField
              name="text_limit"
              label="Daily limit of text messages"
              description={`Leave it empty for the platform’s default of ${formatNumber(DEFAULT_TEXT_LIMIT)}. The last tenth is reserved for sign-in links.`}
              min={0}
              max={MOST_TEXT_LIMIT}
              allowDecimal={false}
            />
          </FormSection>
        )}
      </DetailForm>
    </div>
  )
}
