import { route } from '@tanstack/virtual-file-routes'
import { feature } from '../../ui/page/route-kit.ts'

const assignments = feature('assignments')
const callbacks = feature('callbacks')
const certificates = feature('certificates')
const cloudScorm = feature('cloud-scorm')
const courseQuestions = feature('course-questions')
const courses = feature('courses')
const exams = feature('exams')
const history = feature('history')
const managers = feature('managers')
const notifications = feature('notifications')
const outline = feature('outline')
const reviews = feature('reviews')
const scorm = feature('scorm')
const sharedCourses = feature('shared-courses')
const shipping = feature('shipping')
const statistics = feature('statistics')
const teaching = feature('teaching')

/** The pages in which authors build a course and see who learns in it; their guard stands in `app/routes.ts`. */
export const builderRoutes = [
  courses.route('/courses/builder/', 'builder.tsx'),
  courses.route('/courses/builder/create', 'create-course.tsx'),
  route('/courses/builder/$slug', 'app/layouts/builder.tsx', [
    route('/', 'app/pages/builder-index.tsx'),
    route('/overview/details', 'app/pages/course-details.tsx'),
    route('/overview/settings', 'app/pages/course-settings.tsx'),
    route('/pricing', 'app/pages/course-pricing.tsx'),
    courses.route('/instructors', 'instructors.tsx'),
    route('/versions', 'app/pages/course-versions.tsx'),
    history.route('/history', 'course-history.tsx'),
    sharedCourses.route('/sharing', 'sharing.tsx'),
    sharedCourses.route('/source', 'source.tsx'),
    managers.route('/managers', 'course-managers.tsx'),
    managers.route('/enrollments', 'course-enrollments.tsx'),
    courses.route('/overview/due-dates', 'due-dates.tsx'),
    outline.route('/outline/', 'outline-index.tsx'),
    outline.route('/outline/items', 'items.tsx'),
    outline.route('/outline/Module/$itemId', 'module.tsx'),
    exams.route('/outline/Exam/$itemId/', 'exam-settings.tsx'),
    exams.route('/outline/Survey/$itemId/', 'survey-settings.tsx'),
    statistics.route('/outline/Exam/$itemId/statistics', 'exam.tsx'),
    statistics.route('/outline/Survey/$itemId/statistics', 'survey.tsx'),
    statistics.route('/statistics', 'items.tsx'),
    assignments.route('/outline/Assignment/$itemId', 'author-assignment.tsx'),
    scorm.route('/outline/ScormModule/$itemId', 'author-module.tsx'),
    cloudScorm.route('/outline/CloudScormModule/$itemId', 'author-module.tsx'),
    outline.route('/outline/$itemableType/$itemId', 'module-item.tsx'),
    route('/assignments', 'app/pages/course-responses.tsx'),
    reviews.route('/overview/reviews', 'course-reviews.tsx'),
    certificates.route('/overview/certificate-template', 'template.tsx'),
    notifications.route('/overview/notifications', 'course-mails.tsx'),
    callbacks.route('/overview/callbacks', 'course-callbacks.tsx'),
    shipping.route('/overview/shipping', 'course-shipping.tsx'),
    courseQuestions.route('/questions/', 'builder-questions.tsx'),
    exams.route('/exams/', 'exams.tsx'),
    exams.route('/surveys/', 'surveys.tsx'),
    teaching.route('/exams-progress/', 'learners.tsx'),
    teaching.route('/certificates/', 'certificates.tsx'),
  ]),
  assignments.route('/courses/builder/$slug/assignment-progress/$userId/$relatedId/$assignmentId', 'grading.tsx'),
  courseQuestions.route('/courses/builder/$slug/questions/$questionId', 'builder-question.tsx'),
  teaching.route('/courses/builder/$slug/exams-progress/$userId/$relatedId/', 'learner.tsx'),
  teaching.route('/courses/builder/$slug/exams-progress/$userId/$relatedId/$examId', 'exam-attempts.tsx'),
  teaching.route('/courses/builder/$slug/exams-progress/$userId/$relatedId/scorm/$attemptId', 'scorm-attempt.tsx'),
  teaching.route('/courses/builder/$slug/certificates/$userId', 'learner-certificates.tsx'),
]
