import { receivingGuide } from './receiving.ts'

export type Subject = {
  slug: string
  title: string
  text: string
  paths: RegExp
  /** What stands above the calls, as HTML. */
  guide?: () => string
}

/** What the calls are about, in the order in which somebody meets it; the first that fits a path has the call. */
export const SUBJECTS: readonly Subject[] = [
  {
    slug: 'two-way-api',
    title: 'Two-way API',
    text: 'Connect an HR system: people, enrollments and credits by your own IDs, progress and certificates to read, and the tokens and log of it.',
    paths: /^\/(sync(\/|$)|admin\/two-way-api)/,
  },
  {
    slug: 'second-factors',
    title: 'Second factors and sessions',
    text: 'Authenticator apps, passkeys, recovery codes, the second step of a sign-in, and where somebody is signed in.',
    paths: /^\/(two-factor|login\/|sign-in-rules|sessions)|^\/users\/:id\/two-factor/,
  },
  {
    slug: 'text-messages',
    title: 'Integrations and text messages',
    text: 'Accounts of outside services, mobile numbers with consent, and links by text that set a PIN or sign in.',
    paths:
      /^\/(portal\/integrations|integrations\/twilio|text-(messages|links)|mobile-number|badge\/text-link)|\/mobile-number$/,
  },
  {
    slug: 'badges',
    title: 'Badges',
    text: 'People without an e-mail: badges, start codes, printing, and signing in with a badge and a PIN.',
    paths: /^\/badges?(\/|$)|^\/users\/:id\/badge/,
  },
  {
    slug: 'sign-in',
    title: 'Sign-in and account',
    text: 'Sessions, passwords, API tokens, your own profile and role.',
    paths:
      /^\/(csrf-cookie|login|logout|me$|user\/role|forgot-password|reset-password|change-password|token|demo|sign-on|portal\/sign-on|api-tokens|impersonate|users\/:id\/impersonate)/,
  },
  {
    slug: 'certificates',
    title: 'Certificates and seals',
    text: 'Issue, list, check, download and revoke certificates.',
    paths: /^\/(certificates|main\/certificates|users\/:userId\/|managers\/joined-users)|\/certificate-template/,
  },
  {
    slug: 'documents',
    title: 'Licenses and documents',
    text: 'What people upload for a requirement, its files, and the decisions about it.',
    paths: /^\/(compliance\/)?documents(\/|$)/,
  },
  {
    slug: 'compliance',
    title: 'Compliance and evidence',
    text: 'Training requirements, who held what on any day, what has to be renewed, and signed files for inspectors.',
    paths: /^\/(compliance|recertification|signing-keys)(\/|$)|\/evidence$/,
  },
  {
    slug: 'rules-of-the-trade',
    title: 'Rules of the trade',
    text: 'The most time a day, the least time and the hands-on tasks in courses, with sources and days, and what counts of it.',
    paths: /^\/(learner\/seat-time|trade-rules)(\/|$)/,
  },
  {
    slug: 'identity-questions',
    title: 'Identity questions',
    text: 'The answers that a learner sets up, the answer to a question that was asked, and, for staff, unlocking a course and resetting answers.',
    paths: /^\/(learner\/identity-(answers|questions)|identity-locks)(\/|$)|\/identity-answers\/reset$/,
  },
  {
    slug: 'proctored-exams',
    title: 'Proctored exams',
    text: 'Exams in the presence of a proctor: who waits, opening an exam, incidents, and the confirmation at the end.',
    paths: /^\/proctoring(\/|$)|\/proctor-request$/,
  },
  {
    slug: 'crew-sessions',
    title: 'Crew sessions',
    text: 'Hands-on training on one device: who was there, what an instructor signed off, and corrections with reasons.',
    paths: /^\/crew-sessions(\/|$)|\/hands-on$/,
  },
  {
    slug: 'reviews-and-questions',
    title: 'Reviews and course questions',
    text: 'What learners say and ask about courses, and the answers.',
    paths: /^\/(courses\/:slug\/(reviews|questions)|portal\/reviews)|\/review$|\/(review|question)-counters$/,
  },
  {
    slug: 'credits',
    title: 'Credits',
    text: 'Seats of a portal, a course or a manager: how many there are, and giving and taking them.',
    paths: /\/credits(\/|$)/,
  },
  {
    slug: 'bulk-changes',
    title: 'Bulk changes',
    text: 'Enroll, unenroll, extend, remind, move and grade many people at once: preview every row, run it, and undo it.',
    paths: /^\/bulk-changes(\/|$)/,
  },
  {
    slug: 'enrollments',
    title: 'Enrollments and invitations',
    text: 'Put people into courses, invite them, and see the teams of managers.',
    paths: /^\/(enrollments|invites|managers)|\/(invite|bulk-invite|learners|managers|instructors)(\/|$)/,
  },
  {
    slug: 'scorm',
    title: 'SCORM',
    text: 'Packages, attempts and what they report.',
    paths: /scorm|\/tus/,
  },
  {
    slug: 'question-pools',
    title: 'Question pools and statistics',
    text: 'Questions for exams, one by one or from files and into files, and how learners do with them.',
    paths: /^\/question-pools|\/statistics$/,
  },
  {
    slug: 'on-a-device',
    title: 'Courses and exams on a device',
    text: 'What of a course can be kept on a device, and exams that are taken along, given back, or sent when they are finished.',
    paths: /^\/learner\/courses\/:slug\/offline$|\/(exam-)?leases(\/|$)/,
  },
  {
    slug: 'exams-and-assignments',
    title: 'Exams and assignments',
    text: 'Exams, attempts, handed-in work and grades.',
    paths: /exam|assignment|teaching-queue/,
  },
  {
    slug: 'learning',
    title: 'Learning',
    text: 'A learner’s own courses, lessons and progress.',
    paths: /^\/learner/,
  },
  {
    slug: 'course-previews',
    title: 'Course previews',
    text: 'What an author looks at as learners get it; nothing of it is recorded.',
    paths: /^\/admin\/courses\/[^/]+\/preview/,
  },
  {
    slug: 'shared-courses',
    title: 'Shared courses',
    text: 'Share courses with other portals, and take or decline their updates.',
    paths: /shared-courses|course-shares|publishing-jobs|^\/admin\/courses\/[^/]+\/(shares?|source)(\/|$)/,
  },
  {
    slug: 'lessons',
    title: 'Lessons',
    text: 'Texts, documents, audio and videos in the modules of a course, and the files of the materials library.',
    paths: /^\/(admin\/module-items|materials|files|media)/,
  },
  {
    slug: 'callbacks',
    title: 'Callbacks',
    text: 'Receive messages about what happens in a portal and check their signatures; manage callbacks, and send messages again.',
    paths: /^\/admin\/(callbacks|courses\/:slug\/callbacks)/,
    guide: receivingGuide,
  },
  {
    slug: 'course-builder',
    title: 'Course builder',
    text: 'Create courses, their outline, prices and settings.',
    paths: /^\/admin\/courses/,
  },
  {
    slug: 'catalog',
    title: 'Catalog and public pages',
    text: 'What visitors read: courses, bundles, articles, questions and partners.',
    paths: /^\/main\/(?!cart|subscriptions|announcements)/,
  },
  {
    slug: 'orders',
    title: 'Cart, orders and payments',
    text: 'Prices, checkout, orders, refunds and earnings.',
    paths: /^\/(main\/cart|price|payments|orders|refunds|earnings|payment-account)/,
  },
  {
    slug: 'subscriptions',
    title: 'Plans and subscriptions',
    text: 'Plans of the platform and the subscription of a portal.',
    paths: /subscription|^\/admin\/plans/,
  },
  {
    slug: 'shipping',
    title: 'Shipping and addresses',
    text: 'Printed material, parcels and address checks.',
    paths: /^\/(shipping|shipments|addresses)|shippable|\/shipping/,
  },
  {
    slug: 'partners',
    title: 'Partners',
    text: 'The company, authors, pages and shares of a partner.',
    paths: /^\/partner\/|partner-shares/,
  },
  {
    slug: 'users',
    title: 'Users, roles and permissions',
    text: 'People of a portal, their roles, notes and tags.',
    paths: /^\/(users|roles|searches)/,
  },
  {
    slug: 'notifications',
    title: 'Notifications and live events',
    text: 'The bell, live channels and announcements.',
    paths: /notifications|^\/broadcasting|announcements/,
  },
  {
    slug: 'reports',
    title: 'Reports, exports and logs',
    text: 'Files of lists, activity logs and the state of the server.',
    paths: /^\/(exports|reports|me\/|activity-logs|health)/,
  },
  {
    slug: 'history',
    title: 'History',
    text: 'What changed in the settings, roles, people and courses of a portal, how they were on a day, and putting one thing back.',
    paths: /^\/history(\/|$)/,
  },
  {
    slug: 'catalog-lists',
    title: 'Lists of the catalog',
    text: 'Agencies, categories, languages, organizations, states, subtitles, tags and training options, as editors keep them.',
    paths: /^\/portal\/(agencies|categories|languages|organizations|states|subtitles|tags|training-options)(\/|$)/,
  },
  {
    slug: 'articles',
    title: 'Articles and questions',
    text: 'Articles with their categories and authors, and questions with their answers, as editors keep them.',
    paths: /^\/(admin\/articles|portal\/(article-categories|authors|faq|question-categories))(\/|$)/,
  },
  {
    slug: 'pages',
    title: 'Pages of the site',
    text: 'Pages built from blocks, and their versions.',
    paths: /^\/portal\/pages(\/|$)/,
  },
  {
    slug: 'releases',
    title: 'Releases of the site',
    text: 'Changes of pages, widgets, promo buttons, the navigation and the theme that go live together.',
    paths: /^\/portal\/releases(\/|$)/,
  },
  {
    slug: 'look',
    title: 'Look of a portal',
    text: 'Settings with colors, fonts, header and footer, and the logos of a portal.',
    paths: /^\/portal\/(settings|logo|secondary-logo|favicon|default-certificate-logo|social-logo|starting-point)$/,
  },
  {
    slug: 'content',
    title: 'Content of the site',
    text: 'Pages, widgets, bundles, dates and other lists that the portal shows.',
    paths:
      /^\/(portal\/(?!settings|terms|logo|secondary|favicon|default|social|navigations?|login-info|custom|integrations|selected|credits)[\w-]+|admin\/[\w-]*terms)/,
  },
  {
    slug: 'operation',
    title: 'Operation',
    text: 'How the whole installation is, and failed jobs to retry.',
    paths: /^\/(admin\/)?health(\/|$)/,
  },
  {
    slug: 'portal',
    title: 'Portals and settings',
    text: 'Portals, their company, domains and integrations.',
    paths: /./,
  },
]

export const subjectOf = (path: string): Subject => SUBJECTS.find(({ paths }) => paths.test(path)) as Subject
