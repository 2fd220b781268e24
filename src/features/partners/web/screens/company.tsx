import { CourseGrid, type ListedCourse } from '#features/catalog/web/public.ts'
import { formatPhone } from '#kernel/format/phone.ts'
import { pictureFor } from '#kernel/uploads/picture-widths.ts'
import { IconExternalLink, IconMapPin, IconPhone } from '#ui/icons.tsx'
import { type Cursors, Pager } from '#ui/public/lists/pagination.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Avatar } from '#ui/public/parts/avatar.tsx'
import { BlockIcon } from '#ui/public/parts/block-icon.tsx'
import { Container, Part } from '#ui/public/parts/layout.tsx'
import { LinkList } from '#ui/public/parts/link-list.tsx'
import { PointList } from '#ui/public/parts/point-list.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { Questions } from '#ui/public/parts/questions.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
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
        picture={company.logo && <img src={pictureFor(company.logo, 88)} alt="" width={88} height={88} />}
      />
      <Container className={styles.page}>
        <div className={styles.columns}>
          <div className={styles.main}>
            {company.about_us && (
              <Part title="About us">
                <Prose html={company.about_us} />
              </Part>
            )}
            {features.length > 0 && (
              <Part title="What makes us different">
                <PointList
                  isSmall
                  points={features.map(({ id, title, text, icon }) => ({
                    key: id,
                    picture: <BlockIcon name={icon} size={26} />,
                    title,
                    text,
                  }))}
                />
              </Part>
            )}
            {pages.length > 0 && (
              <Part title={`From ${company.name}`}>
                <LinkList
                  label={`Pages of ${company.name}`}
                  links={pages.map(({ id, slug, title, meta_description: text }) => ({
                    key: id,
                    href: providerPath(slug),
                    title,
                    text,
                  }))}
                />
              </Part>
            )}
            {authors.length > 0 && (
              <Part title="Our authors">
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
              </Part>
            )}
            {questions.length > 0 && (
              <Part title={`Questions to ${company.name}`}>
                <Questions questions={questions} />
              </Part>
            )}
          </div>
          <Contacts company={company} />
        </div>
        {courses.data.length > 0 && (
          <Part title={`Courses of ${company.name}`}>
            <CourseGrid courses={courses.data} label={`Courses of ${company.name}`} headingLevel={3} firstCount={0} />
            <Pager
              meta={courses.meta}
              hrefOf={(cursor) => `${companyPath(company.slug)}?cursor=${encodeURIComponent(cursor)}`}
            />
          </Part>
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
