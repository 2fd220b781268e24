import { LinkButton } from '#ui/public/parts/button.tsx'
import { BADGE_PATH } from '../../rules/badge-path.ts'

/** The way from the sign-in page to the page of badges (BDG-022). */
export const BadgeSignIn = () => (
  <LinkButton href={BADGE_PATH} variant="outline" isBlock size="lg">
    Sign in with a badge
  </LinkButton>
)
