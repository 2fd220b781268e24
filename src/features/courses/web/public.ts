export { Publish } from './components/publish.tsx'
export { PublicationBadge } from './publication-badge.tsx'
export { CourseDetailsScreen, type TermLists } from './screens/course-details.tsx'
export { CourseSettingsScreen } from './screens/course-settings.tsx'
