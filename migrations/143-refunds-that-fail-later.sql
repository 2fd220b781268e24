-- A refund that the provider reports as failed after it had said that it succeeded is undone (ORD-051). What it had taken
-- back from a connected account is passed on to it again: it waits for that, it is done, or the provider has refused it.
alter table refunds add column passed_on text check (passed_on in ('waits', 'done', 'refused'));

-- How a term stood that a refund has ended, so that it goes on as it was when the refund fails.
alter table subscriptions add column before_refund jsonb;

-- Those who handle the payments are told (RTM-009).
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'enrolled', 'invitation', 'due_date_near', 'assignment_answered', 'assignment_graded', 'certificate_issued',
  'course_question_answered', 'credits_received', 'order_completed', 'refund_failed', 'subscription_ends', 'export_ready'
));

-- A seat that was given back when a refund ended its enrolment is taken again.
alter table credit_movements drop constraint credit_movements_purpose_check;
alter table credit_movements add constraint credit_movements_purpose_check check (purpose in (
  'plan', 'purchase', 'assign', 'recall', 'give', 'take', 'reserve', 'release', 'use', 'redeem', 'return', 'restore', 'remove'
));
