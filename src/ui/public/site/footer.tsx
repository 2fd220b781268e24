import { formatPhone } from '#kernel/format.ts'
import type { SiteFooter, SocialNetwork } from '#kernel/product/site-look.ts'
import { IconMail, IconMapPin, IconPhone, IconPrinter } from '../../icons.tsx'
import { Anchor } from '../parts/anchor.tsx'
import { ConsentLink } from './consent-link.tsx'
import styles from './footer.module.css'
import { Logo, type PortalLook } from './logo.tsx'
import socialIcons from './social.svg?url'

/** The legal links of every page (UIX-016). */
export const LEGAL_LINKS = [
  { label: 'Terms of Use', href: '/terms' },
  { label: 'Privacy Policy', href: '/privacy-statement' },
  { label: 'ADA Accessibility', href: '/ada-accessibility' },
  {
    label: 'Equal Employment & Anti-Discrimination Policy',
    href: '/equal-employment-opportunity-and-anti-discrimination-policy',
  },
] as const

export const CALIFORNIA_LINK = {
  label: 'California Privacy Rights Act',
  href: 'https://oag.ca.gov/privacy/ccpa',
} as const

/** A navigation group of a portal (PRT-014). */
export type NavigationGroup = { button_name: string; title: string; slug: string; sort_number: number }

/** Contacts of a portal as people see them (PRT-018). */
export type SupportContacts = {
  support_phone: string | null
  support_email: string | null
  fax: string | null
  address: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  address_link: string | null
}

export type FooterProps = {
  portal: PortalLook
  navigation: readonly NavigationGroup[]
  contacts: Partial<SupportContacts>
  /** What the portal put into its footer; null for the plain one. */
  site?: SiteFooter | null
  /** Whether the portal shows a page now; links to others are left out. */
  isOpen?: (path: string) => boolean
  /** Addresses of the two PDFs of the core portal (UIX-017); a missing one is left out. */
  tax_form: string | null
  scorm_agreement: string | null
  /** Of the copyright line; given, because the server and the browser must agree on it. */
  year: number
}

/** Navigation groups in ascending sort_number; equal numbers keep the order in which they came (PRT-015). */
export const inOrder = (groups: readonly NavigationGroup[]): NavigationGroup[] =>
  groups.toSorted((one, other) => one.sort_number - other.sort_number)

export const NETWORK_NAMES: Readonly<Record<SocialNetwork, string>> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  x: 'X',
  youtube: 'YouTube',
}

/** The page of an address, without query and place in it. */
const pageIn = (href: string) => href.replace(/[?#].*$/, '')

/** The foot of every page: navigation, legal links, downloads and support contacts, and what the portal put there (PRT-124). */
export function Footer({
  portal,
  navigation,
  contacts,
  site = null,
  isOpen = () => true,
  tax_form,
  scorm_agreement,
  year,
}: FooterProps) {
  const downloads = [
    tax_form && { label: 'W-9 tax form (PDF)', href: tax_form },
    scorm_agreement && { label: 'SCORM agreement (PDF)', href: scorm_agreement },
  ].filter((each) => each !== null && each !== '')
  const columns = (site?.columns ?? [])
    .map((column) => ({
      ...column,
      links: column.links.filter(({ href }) => !href.startsWith('/') || isOpen(pageIn(href))),
    }))
    .filter(({ links }) => links.length > 0)
  return (
    <footer className={styles.footer} data-print="no">
      <div className={styles.inner} data-full={columns.length > 0 || undefined}>
        <div className={styles.brand}>
          <Logo portal={portal} place="footer" />
          {site?.text && <p className={styles.text}>{site.text}</p>}
          {site?.has_contacts !== false && <Contacts {...contacts} />}
          {site && site.social.length > 0 && <Social links={site.social} />}
        </div>
        {columns.map(({ title, links }, at) => (
          <nav key={title} aria-labelledby={`footer-${at}`}>
            <h2 id={`footer-${at}`}>{title}</h2>
            <ul className={styles.links}>
              {links.map(({ label, href }) => (
                <li key={label + href}>
                  <Anchor href={href}>{label}</Anchor>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        {navigation.length > 0 && site?.has_navigation !== false && (
          <nav aria-labelledby="footer-explore">
            <h2 id="footer-explore">Explore</h2>
            <ul className={styles.links}>
              {inOrder(navigation).map((group) => (
                <li key={group.slug}>
                  <Anchor href={`/${group.slug}`} title={group.title}>
                    {group.button_name || group.title}
                  </Anchor>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <nav aria-labelledby="footer-legal">
          <h2 id="footer-legal">Legal</h2>
          <ul className={styles.links}>
            {LEGAL_LINKS.filter(({ href }) => isOpen(href)).map((link) => (
              <li key={link.href}>
                <Anchor href={link.href}>{link.label}</Anchor>
              </li>
            ))}
            <li>
              <Anchor href={CALIFORNIA_LINK.href} isNewTab>
                {CALIFORNIA_LINK.label}
              </Anchor>
            </li>
            <li>
              <ConsentLink />
            </li>
          </ul>
        </nav>
        {downloads.length > 0 && (
          <nav aria-labelledby="footer-downloads">
            <h2 id="footer-downloads">Downloads</h2>
            <ul className={styles.links}>
              {downloads.map((link) => (
                <li key={link.href}>
                  <Anchor href={link.href} download="">
                    {link.label}
                  </Anchor>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <div className={styles.bottom}>
        <div>
          <span>
            © {year} {portal.name}
          </span>
          <span>Prices in USD</span>
        </div>
      </div>
    </footer>
  )
}

function Social({ links }: { links: SiteFooter['social'] }) {
  return (
    <ul aria-label="Social media" className={styles.social}>
      {links.map(({ network, href }) => (
        <li key={network}>
          <Anchor href={href} isNewTab>
            <svg aria-hidden="true" width={22} height={22}>
              <use href={`${socialIcons}#${network}`} />
            </svg>
            <span className="only-read">{NETWORK_NAMES[network]}</span>
          </Anchor>
        </li>
      ))}
    </ul>
  )
}

function Contacts({
  support_phone,
  support_email,
  fax,
  address,
  city,
  state,
  postal_code,
  address_link,
}: Partial<SupportContacts>) {
  const place = [address, city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  if (!support_phone && !support_email && !fax && !place) return null
  return (
    <address className={styles.contacts}>
      {support_phone && (
        <div>
          <IconPhone size={16} />
          <Anchor href={`tel:${support_phone.replace(/[^\d+]/g, '')}`}>{formatPhone(support_phone)}</Anchor>
        </div>
      )}
      {support_email && (
        <div>
          <IconMail size={16} />
          <Anchor href={`mailto:${support_email}`}>{support_email}</Anchor>
        </div>
      )}
      {fax && (
        <div>
          <IconPrinter size={16} />
          <span>Fax {formatPhone(fax)}</span>
        </div>
      )}
      {place && (
        <div>
          <IconMapPin size={16} />
          {address_link ? (
            <Anchor href={address_link} isNewTab>
              {place}
            </Anchor>
          ) : (
            <span>{place}</span>
          )}
        </div>
      )}
    </address>
  )
}
