-- Addresses that pages, articles, questions, external pages and authors once had lead to their present ones (ROU-004).
select keep_former_slugs_of(each) from unnest(array['pages', 'articles', 'faq_items', 'external_pages', 'authors']) each;
