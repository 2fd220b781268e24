import { LegalPage, useContact } from '../components/legal-page.tsx'

/** The equal employment and anti-discrimination policy (ROU-030). */
export function EqualEmploymentScreen() {
  const { name, email } = useContact()
  return (
    <LegalPage
      title="Equal Employment & Anti-Discrimination Policy"
      lead="How we treat the people who work with us and the people who learn with us."
      parts={[
        {
          clauses: [
            {
              title: 'Our rule',
              text: (
                <p>
                  {name} judges people by what they can do. Nobody is favored or disadvantaged because of race, color,
                  religion, sex, pregnancy, sexual orientation, gender identity, national origin, age, disability,
                  genetic information, veteran status, or anything else that the law protects.
                </p>
              ),
            },
            {
              title: 'Where it applies',
              text: (
                <p>
                  In hiring, pay, tasks, promotion, training and leave; and toward learners, customers, instructors and
                  partners in every course and on every date.
                </p>
              ),
            },
            {
              title: 'Adjustments',
              text: (
                <p>
                  Anyone who needs a reasonable adjustment because of a disability or a belief gets one, unless it would
                  be an undue hardship. Ask as early as you can; asking is never held against you.
                </p>
              ),
            },
            {
              title: 'No harassment, no retaliation',
              text: (
                <p>
                  We do not tolerate harassment, in words, pictures or deeds. Anyone who reports something in good faith
                  is protected, also when it turns out differently.
                </p>
              ),
            },
            {
              title: 'How to report',
              text: (
                <p>
                  Tell a supervisor{email ? ', an instructor, or write to ' : ' or an instructor'}
                  {email}. Reports are looked into promptly and kept confidential as far as possible. You may also turn
                  to the Equal Employment Opportunity Commission.
                </p>
              ),
            },
          ],
        },
      ]}
    />
  )
}
