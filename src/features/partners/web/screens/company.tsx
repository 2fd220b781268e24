import { CourseGrid, type ListedCourse } from '#features/catalogue/web/public.ts'
import { BlockIcon } from '#features/pages/web/public.ts'
import { formatPhone } from '#kernel/format/phone.ts'
import { IconExternalLink, IconMapPin, IconPhone } from '#ui/icons.tsx'
import { Anchor } from '#ui/public/anchor.tsx'
import { Avatar } from '#ui/public/avatar.tsx'
import { Container } from '#ui/public/layout.tsx'
import { LinkList } from '#ui/public/link-list.tsx'
import { PageTop } from '#ui/public/page-top.tsx'
import { type Cursors, Pager } from '#ui/public/pagination.tsx'
import { Prose } from '#ui/public/prose.tsx'
import { Questions } from '#ui/public/questions.tsx'
import { companyPath, providerPath, type StoreCompany } from '../partners.ts'
import styles from './partners.module.css'

type CompanyScreenProps = { company: StoreCompany; courses: { data: ListedCourse[]; meta: Cursors } }

/** A partner company: who it is, what it teaches, and how it is reached (CAT-042). */
export function CompanyScreen({ company, courses }: CompanyScreenProps) {
  const { features, questions, authors, external_pages: pages } = company
  return (
    <>
      <PageTop
        title={company.name}
        crumbs={[
          { label: 'Home', href: '/' },
          { label: 'Training providers', href: '/training-providers' },
          { label: company.name },
        ]}
        lead={company.meta_description}
        picture={company.logo && <img src={company.logo} alt="" width={88} height={88} />}
      />
      <Container className={styles.page}>
        <div className={styles.columns}>
          <div className={styles.main}>
            {company.about_us && (
              <section className={styles.part}>
                <h2>About us</h2>
                <Prose html={company.about_us} />
              </section>
            )}
            {features.length > 0 && (
              <section className={styles.part}>
                <h2>What sets us apart</h2>
                <ul className={styles.features}>
                  {features.map(({ id, title, text, icon }) => (
                    <li key={id}>
                      <BlockIcon name={icon} size={26} />
                      <h3>{title}</h3>
                      {text && <p>{text}</p>}
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {pages.length > 0 && (
              <section className={styles.part}>
                <h2>From {company.name}</h2>
                <LinkList
                  label={`Pages of ${company.name}`}
                  links={pages.map(({ id, slug, title, meta_description: text }) => ({
                    key: id,
                    href: providerPath(slug),
                    title,
                    text,
                  }))}
                />
              </section>
            )}
            {authors.length > 0 && (
              <section className={styles.part}>
                <h2>Our authors</h2>
                <ul className={styles.people}>
                  {authors.map(({ id, slug, name, description, avatar }) => (
                    <li key={id}>
                      <Avatar name={name} src={avatar} size="lg" />
                      <div>
                        <Anchor href={providerPath(slug)}>{name}</Anchor>
                        {description && <Prose html={description} />}
                      </div>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {questions.length > 0 && (
              <section className={styles.part}>
                <h2>Questions to {company.name}</h2>
                <Questions questions={questions} />
              </section>
            )}
          </div>
          <Contacts company={company} />
        </div>
        {courses.data.length > 0 && (
          <section className={styles.part}>
            <h2>Courses of {company.name}</h2>
            <CourseGrid courses={courses.data} label={`Courses of ${company.name}`} headingLevel={3} firstCount={0} />
            <Pager
              meta={courses.meta}
              hrefOf={(cursor) => `${companyPath(company.slug)}?cursor=${encodeURIComponent(cursor)}`}
            />
          </section>
        )}
      </Container>
    </>
  )
}

/** How the company is reached; its address only where it shows it (PAR-002). */
function Contacts({ company }: { company: StoreCompany }) {
  const lines = [
    company.address,
    company.address_2,
    [company.city, [company.state, company.zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  ].filter(Boolean)
  if (lines.length === 0 && !company.phone && !company.url && company.social_links.length === 0) return null
  return (
    <aside className={styles.side} aria-label="Contact">
      <h2>Contact</h2>
      <address className={styles.contacts}>
        {lines.length > 0 && (
          <div>
            <IconMapPin size={18} />
            <span>{lines.join(', ')}</span>
          </div>
        )}
        {company.phone && (
          <div>
            <IconPhone size={18} />
            <Anchor href={`tel:${company.phone.replace(/[^\d+]/g, '')}`}>{formatPhone(company.phone)}</Anchor>
          </div>
        )}
        {company.url && (
          <div>
            <IconExternalLink size={18} />
            <Anchor href={company.url} isNewTab>
              {company.url.replace(/^https?:\/\//, '')}
            </Anchor>
          </div>
        )}
      </address>
      {company.social_links.length > 0 && (
        <ul className={styles.social} aria-label="Social networks">
          {company.social_links.map(({ name, address }) => (
            <li key={address}>
              <Anchor href={address} isNewTab>
                {name}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </aside>
  )
}
