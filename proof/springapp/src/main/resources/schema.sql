create table if not exists payment (invoice text, amount numeric);
