import { LEGAL } from '#kernel/legal.ts'
import { useSession } from '#ui/api.tsx'
import { IconCheck, IconSearch } from '#ui/icons.tsx'
import { later } from '#ui/later.tsx'
import { Container } from '#ui/public/layout.tsx'
import styles from './home-screen.module.css'
import type { HomeContent } from './load-home.ts'

const HomeMore = later(() => import('./home-more-part.tsx').then((file) => file.HomeMore))

/** The start page: what this is, what there is, how it works, and why one can rely on it. */
export function HomeScreen({ courses, bundles, categories }: HomeContent) {
  const { portal } = useSession()
  const list = portal.setting.has_course_catalog ? '/course-catalog' : '/course'
  return (
    <>
      <Hero name={portal.name} list={list} courses={courses} />
      <HomeMore courses={courses} bundles={bundles} categories={categories} list={list} />
    </>
  )
}

type HeroProps = { name: string; list: string; courses: HomeContent['courses'] }

function Hero({ name, list, courses }: HeroProps) {
  const pictures = courses.filter((course) => course.thumbnail).slice(0, 3)
  return (
    <div className={styles.hero}>
      <Container className={styles.heroInner}>
        <div className={styles.heroWords}>
          <p className={styles.eyebrow}>{name}</p>
          <h1>Training that people finish, and certificates that count</h1>
          <p className={styles.lead}>
            Online courses for one person or a whole company. Start in a minute, learn at your own pace, and keep every
            record in one place.
          </p>
          <search>
            <form action={list} className={styles.search}>
              <IconSearch size={20} />
              <input
                type="search"
                name="search"
                aria-label="Search courses by subject"
                placeholder="What do you want to learn?"
              />
              <button type="submit">Search</button>
            </form>
          </search>
          <ul className={styles.promises}>
            <li>
              <IconCheck size={18} /> Certificate with every finished course
            </li>
            <li>
              <IconCheck size={18} /> Lower prices for teams
            </li>
            <li>
              <IconCheck size={18} /> {LEGAL.course_access_years} years of access
            </li>
          </ul>
        </div>
        {pictures.length === 3 && (
          <div className={styles.pictures} aria-hidden="true">
            {pictures.map((course) => (
              <div key={course.id} className={styles.picture}>
                <img src={course.thumbnail ?? ''} alt="" width={640} height={360} fetchPriority="high" />
                <span>{course.title}</span>
              </div>
            ))}
          </div>
        )}
      </Container>
    </div>
  )
}
