import { CourseGrid, type ListedCourse } from '#features/catalog/web/public.ts'
import { type BlockData, Blocks } from '#features/pages/web/public.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Avatar } from '#ui/public/parts/avatar.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Container, Part } from '#ui/public/parts/layout.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import { companyPath, type StoreExternalPage, type StoreProviderAuthor } from '../partners.ts'
import styles from './partners.module.css'

type ProviderScreenProps =
  | { author: null; page: StoreExternalPage; data: BlockData }
  | { author: StoreProviderAuthor; page: null; data: null; courses: ListedCourse[] }

/** An external page of a partner, or one of the partner's authors. */
export function ProviderScreen(shown: ProviderScreenProps) {
  const { author, page } = shown
  const { company } = author ?? page
  const crumbs = (label: string) => [
    { label: 'Home', href: '/' },
    { label: 'Training providers', href: '/training-providers' },
    { label: company.name, href: companyPath(company.slug) },
    { label },
  ]
  if (author) {
    return (
      <>
        <PageTop
          title={author.name}
          eyebrow={<Anchor href={companyPath(company.slug)}>{company.name}</Anchor>}
          crumbs={crumbs(author.name)}
          portrait={<Avatar name={author.name} src={author.avatar} size="lg" />}
        />
        <Container className={styles.page}>
          {author.description && <Prose html={author.description} />}
          {shown.courses.length > 0 && (
            <Part title={`Courses of ${company.name}`}>
              <CourseGrid
                courses={shown.courses}
                label={`Courses of ${company.name}`}
                headingLevel={3}
                firstCount={0}
              />
            </Part>
          )}
          <div>
            <LinkButton variant="outline" href={companyPath(company.slug)}>
              More about {company.name}
            </LinkButton>
          </div>
        </Container>
      </>
    )
  }
  return (
    <>
      <PageTop
        title={page.title}
        eyebrow={<Anchor href={companyPath(company.slug)}>{company.name}</Anchor>}
        crumbs={crumbs(page.title)}
      />
      <Blocks blocks={page.components} data={shown.data} />
    </>
  )
}
