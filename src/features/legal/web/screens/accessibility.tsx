import { FIGURES } from '../../rules/figures.ts'
import { LegalPage, useContact } from '../components/legal-page.tsx'

/** The accessibility statement (ROU-021). */
export function AccessibilityScreen() {
  const { name, reach } = useContact()
  return (
    <LegalPage
      title="ADA Accessibility"
      lead="Training is for everyone. Here is what we do for it, what does not work yet, and how to reach us."
      parts={[
        {
          clauses: [
            {
              title: 'What we aim at',
              text: (
                <p>
                  {name} wants every US customer to be able to choose, buy and finish a course. We follow the Web
                  Content Accessibility Guidelines (WCAG) 2.1 at level AA and check every screen against them.
                </p>
              ),
            },
            {
              title: 'What you can count on',
              text: (
                <ul>
                  <li>Everything works with just the keyboard, and you can always see where you are.</li>
                  <li>Text and controls have enough contrast, in light and in dark.</li>
                  <li>Pages grow to 200% and fit a small phone without sideways scrolling.</li>
                  <li>Pictures that tell something have words; messages are read aloud as they appear.</li>
                </ul>
              ),
            },
            {
              title: 'What does not work everywhere yet',
              text: (
                <p>
                  Some packages that others have made were built before these rules. Tell us which one keeps you from
                  learning: we find another way to teach you the same, at no cost.
                </p>
              ),
            },
            {
              title: 'Ask for help',
              text: (
                <p>
                  {reach}. We acknowledge accessibility requests in {FIGURES.accessibility_answer} and tell you then
                  what we do and until when.
                </p>
              ),
            },
          ],
        },
      ]}
    />
  )
}
