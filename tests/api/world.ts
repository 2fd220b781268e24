import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#kernel/access/permissions.ts'
import { ROLE_NAMES } from '#kernel/access/permissions.ts'
import type { Tx } from '#platform/db/db.ts'
import type { TestApp, TestPerson, TestPortal } from '../api.ts'

/** The ids of one record of every kind in a portal, by the name of its path parameter. */
export type World = { portal: TestPortal; people: Record<Role, TestPerson>; ids: Record<string, string | number> }

const insert = async (tx: Tx, table: string, values: Record<string, unknown>): Promise<number> => {
  const row = await tx
    .insertInto(table as 'courses')
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** One record of every kind that the portal's public pages show; all slugs name the portal. */
const makeContent = async (tx: Tx, portalId: number, partnerId: number): Promise<World['ids']> => {
  const at = { portal_id: portalId }
  const slug = (what: string) => `${what}-${portalId}`
  const ids: World['ids'] = {}
  for (const kind of [
    'agency',
    'state',
    'category',
    'organization',
    'training_option',
    'language',
    'subtitle',
    'tag',
  ]) {
    const named = { title: kind, slug: slug(kind.replace('_', '-')), code: slug('code') }
    ids[`termId ${kind}`] = await insert(tx, 'terms', { ...at, kind, ...named })
    ids[`term ${kind}`] = kind === 'language' ? named.code : named.slug
  }
  const partner_company_id = await insert(tx, 'partner_companies', {
    ...at,
    slug: slug('company'),
    name: 'Company',
    user_id: partnerId,
  })
  const ofPartner = { ...at, partner_company_id }
  const partnerAuthorId = await insert(tx, 'authors', { ...ofPartner, slug: slug('author'), name: 'Author' })
  const partnerFeatureId = await insert(tx, 'features', { ...ofPartner, title: 'Feature' })
  const faq = { slug: slug('asked'), question: '?', answer: '<p>!</p>' }
  const partnerQuestionId = await insert(tx, 'faq_items', { ...ofPartner, ...faq })
  const external = { slug: slug('external'), title: 'External', approval_status: 3 }
  const partnerPageId = await insert(tx, 'external_pages', { ...ofPartner, ...external })
  const faqId = await insert(tx, 'faq_items', { ...at, slug: slug('question'), question: '?', answer: '<p>!</p>' })
  const questionCategoryId = await insert(tx, 'question_categories', { ...at, title: 'Questions' })
  const ownAuthorId = await insert(tx, 'authors', { ...at, slug: slug('own-author'), name: 'Own author' })
  const ownFeatureId = await insert(tx, 'features', { ...at, title: 'Own feature' })
  const articleCategoryId = await insert(tx, 'article_categories', { ...at, slug: slug('notes'), title: 'Notes' })
  const promoButtonId = await insert(tx, 'promo_buttons', { ...at, title: 'Go', link: '/' })
  const widgetId = await insert(tx, 'widgets', { ...at, title: 'Widget' })
  await sql`
    insert into site_versions (portal_id, kind, record_id, number, made_by, created_at, value)
    values (${at.portal_id}, 'widget', ${widgetId}, 1, 'create', now(), '{"title": "Widget", "components": []}')`.execute(
    tx,
  )
  const sectionTemplateId = await insert(tx, 'section_templates', { ...at, title: 'Section', components: '[]' })
  const published_at = new Date('2020-01-01T00:00:00Z')
  const articleId = await insert(tx, 'articles', {
    ...at,
    slug: slug('article'),
    title: 'Article',
    is_draft: false,
    published_at,
  })
  const pageId = await insert(tx, 'pages', {
    ...at,
    slug: slug('page'),
    title: 'Page',
    meta_title: 'Page',
    meta_description: 'A page',
  })
  await sql`
    insert into page_versions (portal_id, page_id, number, made_by, created_at, title, meta_title, meta_description,
      show_header, show_footer, components)
    select portal_id, id, 1, 'create', now(), title, meta_title, meta_description, true, true, '[]' from pages
    where id = ${pageId}`.execute(tx)
  await tx.updateTable('pages').set({ live_version: 1, live_at: new Date() }).where('id', '=', pageId).execute()
  const releaseId = await insert(tx, 'releases', { ...at, name: 'Release', created_at: new Date() })
  return {
    ...ids,
    releaseId,
    pageId,
    faqId,
    questionCategoryId,
    ownAuthorId,
    ownFeatureId,
    articleCategoryId,
    articleId,
    promoButtonId,
    widgetId,
    sectionTemplateId,
    partnerId,
    partnerAuthorId,
    partnerFeatureId,
    partnerQuestionId,
    partnerPageId,
    partnerCompany: slug('company'),
    author: slug('author'),
    externalPage: slug('external'),
    faqItem: slug('question'),
    article: slug('article'),
    page: slug('page'),
  }
}

/** A portal with a person in every role and one record of everything that calls can name. */
export const makeWorld = async (t: TestApp): Promise<World> => {
  const portal = await t.make.portal({
    is_marketable: true,
    has_course_catalog: true,
    has_blog: true,
    plan_short_name: 'enterprise',
    type: 2,
  })
  const people = {} as Record<Role, TestPerson>
  for (const role of ROLE_NAMES) people[role] = await t.make.person(role, { portal })
  const learner = people.learner.id
  const ids = await t.platform(async (tx) => {
    const at = { portal_id: portal.id }
    const courseId = await insert(tx, 'courses', {
      ...at,
      slug: `world-${portal.id}`,
      title: 'World',
      publication_status: 2,
      partner_company_id: null,
    })
    const ofCourse = { ...at, course_id: courseId }
    await insert(tx, 'course_pricings', { ...ofCourse, from: 1, price_cents: 1000 })
    for (const [user_id, is_primary] of [
      [people.instructor.id, true],
      [people.partner.id, false],
    ] as const)
      await tx
        .insertInto('course_instructors')
        .values({ ...ofCourse, user_id, is_primary })
        .execute()
    const place = async (itemable_type: string, itemable_id: number, sort_number: number) =>
      insert(tx, 'outline_items', { ...ofCourse, itemable_type, itemable_id, sort_number })
    const moduleId = await insert(tx, 'modules', { ...ofCourse, title: 'Module' })
    const examId = await insert(tx, 'exams', { ...ofCourse, type: 'exam', title: 'Exam' })
    const surveyId = await insert(tx, 'exams', { ...ofCourse, type: 'survey', title: 'Check' })
    const assignmentId = await insert(tx, 'assignments', { ...ofCourse, title: 'Assignment' })
    const scormPackageId = await insert(tx, 'scorm_packages', { ...at, file_name: 'world.zip' })
    const scormId = await insert(tx, 'scorm_modules', {
      ...ofCourse,
      title: 'Scorm',
      slug: 'scorm',
      scorm_id: scormPackageId,
    })
    const cloudId = await insert(tx, 'cloud_scorm_modules', { ...ofCourse, title: 'Cloud', slug: 'cloud' })
    const cloudImportId = await insert(tx, 'cloud_scorm_imports', {
      ...at,
      user_id: people.partner.id,
      upload_id: `world-${portal.id}`,
      file_name: 'world.zip',
      course_id: `world-${portal.id}`,
    })
    const poolId = await insert(tx, 'question_pools', { ...at, title: 'Pool', created_by: people.instructor.id })
    const questionId = await insert(tx, 'questions', {
      ...at,
      question_pool_id: poolId,
      text: '<p>?</p>',
      type: 'boolean',
      sort_number: 1,
    })
    for (const [text, is_correct, sort_number] of [
      ['True', true, 1],
      ['False', false, 2],
    ] as const)
      await insert(tx, 'question_answers', { ...at, question_id: questionId, text, is_correct, sort_number })
    await tx
      .insertInto('exam_question_pools')
      .values({ ...at, exam_id: examId, question_pool_id: poolId, sort_number: 1 })
      .execute()
    const media = await tx
      .insertInto('media')
      .values({
        ...at,
        name: 'file.pdf',
        type: 'pdf',
        mime_type: 'application/pdf',
        size: 10,
        key: `world/${portal.id}`,
      })
      .returning(['id', 'uuid'])
      .executeTakeFirstOrThrow()
    const item = (itemable_type: string, more: Record<string, unknown>, sort_number: number) =>
      insert(tx, 'module_items', {
        ...at,
        module_id: moduleId,
        itemable_type,
        title: itemable_type,
        sort_number,
        ...more,
      })
    const textId = await item('Text', { text: '<p>Text</p>' }, 1)
    const documentId = await item('Document', { media_id: media.id }, 2)
    const audioId = await item('Audio', { media_id: media.id }, 3)
    const videoId = await item('Video', { video_provider: 'vimeo', video_id: '1084537' }, 4)
    const places = {
      modules: await place('Module', moduleId, 1),
      exams: await place('Exam', examId, 2),
      surveys: await place('Survey', surveyId, 3),
      assignments: await place('Assignment', assignmentId, 4),
      'scorm-modules': await place('ScormModule', scormId, 5),
      'cloud-scorm-modules': await place('CloudScormModule', cloudId, 6),
    }
    const expires_at = new Date('2199-01-01T00:00:00Z')
    const relatedId = await insert(tx, 'enrollments', {
      ...ofCourse,
      user_id: learner,
      role: 'learner',
      expires_at,
      starts_at: new Date('2020-01-01T00:00:00Z'),
    })
    await insert(tx, 'enrollment_grants', { ...at, enrollment_id: relatedId, kind: 'manual' })
    await insert(tx, 'enrollments', { ...ofCourse, user_id: people.manager.id, role: 'manager', expires_at })
    const account = (kind: string, values: object) => insert(tx, 'credit_accounts', { ...ofCourse, kind, ...values })
    const holder = await account('manager', { user_id: people.manager.id, distributed: 1 })
    const movement = await insert(tx, 'credit_movements', {
      ...ofCourse,
      ...{ purpose: 'reserve', kind: 1, target: 1, amount: 1, debit_balance: 0, credit_balance: 1, balance_after: 0 },
      ...{
        debit_account_id: holder,
        holder_account_id: holder,
        credit_account_id: await account('reserved', { balance: 1 }),
      },
      created_at: new Date(),
    })
    const invitationId = await insert(tx, 'invitations', {
      ...ofCourse,
      ...{ manager_id: people.manager.id, payer: 'manager', email: `invited-${portal.id}@example.com` },
      ...{ movement_id: movement, sent_at: new Date(), expires_at, created_at: new Date(), updated_at: new Date() },
    })
    const ofLearner = { ...at, enrollment_id: relatedId }
    const progress = { ...ofLearner, item_type: 'Text', item_id: textId, status: 1 }
    const progressId = await insert(tx, 'course_user_progress', progress)
    const scormAttempt = { ...ofLearner, module_id: scormId, package_id: scormPackageId }
    const scormAttemptId = await insert(tx, 'scorm_attempts', scormAttempt)
    const reviewId = await insert(tx, 'reviews', { ...ofCourse, related_id: relatedId, user_id: learner, rating: 4 })
    const courseQuestionId = await insert(tx, 'course_questions', {
      ...ofCourse,
      related_id: relatedId,
      user_id: learner,
      excerpt: 'Why?',
      client_id: randomUUID(),
      last_message_at: expires_at,
      created_at: expires_at,
    })
    const size = { weight: 1, width: 8, height: 1, length: 11, value_cents: 2000, category: 'documents' }
    const shippableProductId = await insert(tx, 'shippable_products', { ...at, title: 'Manual', ...size })
    const shipmentId = await insert(tx, 'shipments', { ...at, user_id: learner, option: 'delivery' })
    const bundleId = await insert(tx, 'bundles', {
      ...at,
      slug: `bundle-${portal.id}`,
      title: 'Bundle',
      price_cents: 5000,
      publication_status: 2,
    })
    await tx
      .insertInto('bundle_courses')
      .values({ ...at, bundle_id: bundleId, course_id: courseId, sort_number: 1 })
      .execute()
    const scheduleId = await insert(tx, 'schedules', {
      ...ofCourse,
      starts_at: expires_at,
      ends_at: new Date(expires_at.getTime() + 3_600_000),
      time_zone: 'UTC',
    })
    const requirementId = await insert(tx, 'training_requirements', {
      ...ofCourse,
      kind: 'certificate',
      created_at: expires_at,
    })
    await insert(tx, 'training_requirement_terms', {
      ...at,
      requirement_id: requirementId,
      from_day: '2020-01-01',
      title: 'World',
      created_at: expires_at,
    })
    const factId = await insert(tx, 'compliance_facts', {
      ...at,
      user_id: learner,
      kind: 'site',
      day: '2020-01-01',
      value: 'Plant 1',
    })
    const licenseId = await insert(tx, 'training_requirements', { ...at, kind: 'license', created_at: expires_at })
    const uploadId = await insert(tx, 'compliance_documents', {
      ...{ ...at, user_id: learner, requirement_id: licenseId, from_day: '2020-01-01', created_at: expires_at },
    })
    const tradeRuleId = await insert(tx, 'trade_rules', { ...at, kind: 'course_time', created_at: expires_at })
    const tradeVersion = await insert(tx, 'trade_rule_versions', {
      ...at,
      rule_id: tradeRuleId,
      // Asks nothing yet: other calls finish the course.
      from_day: '2999-01-01',
      title: 'World',
      source: 'World',
      minutes: 1,
      created_at: expires_at,
    })
    await tx
      .insertInto('trade_rule_courses')
      .values({ ...at, version_id: tradeVersion, course_id: courseId })
      .execute()
    const identityQuestionId = await insert(tx, 'identity_questions', {
      ...{ ...ofLearner, rule_version_id: tradeVersion, question: 'first_pet', item_type: 'Text', item_id: 1 },
      ...{ asked_at: '2020-01-01', expires_at: '2020-01-02', counted_milliseconds: 0, outcome: 'missed' },
    })
    const lock = { ...ofLearner, question_id: identityQuestionId, locked_at: '2020-01-02' }
    const opening = {
      ...{ ...ofLearner, exam_id: examId, rule_version_id: tradeVersion, place: 'World', identity_check: 'World' },
      ...{ opened_by: people.portal_admin.id, opened_at: expires_at, expires_at },
    }
    const crew = { ...ofCourse, title: 'World', opened_by: people.portal_admin.id, opened_at: expires_at }
    const content = await makeContent(tx, portal.id, people.partner.id)
    const { id: plan_id } = await tx
      .insertInto('subscription_plans')
      .values({ name: 'Established', short_name: 'established', monthly_price_cents: 9900, annual_price_cents: 99_000 })
      .onConflict((conflict) => conflict.column('short_name').doUpdateSet({ is_listed: true }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const now = new Date()
    const subscriptionId = await insert(tx, 'subscriptions', {
      ...at,
      plan_id,
      period: 'annual',
      status: 'active',
      is_attached: true,
      extra_credit_price_cents: 100,
      price_cents: 0,
      term_starts_at: now,
      ends_at: new Date(now.getTime() + 365 * 86_400_000),
      created_at: now,
      updated_at: now,
    })
    const company = await tx
      .selectFrom('companies')
      .select('id')
      .where('portal_id', '=', portal.id)
      .executeTakeFirstOrThrow()
    return {
      ...content,
      courseId,
      slug: `world-${portal.id}`,
      bundle: `bundle-${portal.id}`,
      bundleId,
      scheduleId,
      shippableProductId,
      shipmentId,
      moduleId,
      examId,
      surveyId,
      assignmentId,
      poolId,
      questionId,
      textId,
      documentId,
      audioId,
      videoId,
      scormModuleId: scormId,
      scormPackageId,
      scormAttemptId,
      cloudModuleId: cloudId,
      cloudImportId,
      relatedId,
      invitationId,
      progressId,
      reviewId,
      courseQuestionId,
      mediaId: media.id,
      uuid: media.uuid,
      company: company.id,
      subscriptionId,
      userId: learner,
      requirementId,
      factId,
      uploadId,
      openingId: await insert(tx, 'exam_openings', opening),
      crewSessionId: await insert(tx, 'crew_sessions', crew),
      tradeRuleId,
      identityQuestionId,
      identityLockId: await insert(tx, 'identity_locks', lock),
      instructorId: people.instructor.id,
      portalId: portal.id,
      ...Object.fromEntries(Object.entries(places).map(([name, id]) => [`place ${name}`, id])),
    }
  })
  return { portal, people, ids }
}
